// Defaults of the limits that `latchkey serve` has options for.

/** The limit for one network. */
export const defaultRequestsPerMinute = 1200;
/** Connections to PostgreSQL for requests. */
export const defaultConnections = 10;

export const maxProcesses = 64;
