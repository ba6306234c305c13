// Clocks are set, and sometimes wrong: what was written while one was ahead must not hold anybody up once it is right again.

/** By how many seconds clocks of several machines may differ, and the time of a request be older than that of another. */
export const clockSlackSeconds = 60;
