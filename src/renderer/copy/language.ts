// The language of the window: the one place that names it. Dates, times and digits follow it, never the system's language.
export const language = 'en-GB';
