// Defaults of the limits that `latchkey serve` has options for.

/** From one network. */
export const defaultRequestsPerMinute = 1200;
/** To PostgreSQL, for requests. */
export const defaultConnections = 10;

export const maxProcesses = 64;
