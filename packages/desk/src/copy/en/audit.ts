// English: the audit log, and the log lines of programs.
export const audit = {
  title: 'Audit',
  columns: {
    date: 'When',
    by: 'Who',
    sentence: 'What happened',
    detail: 'Recorded as',
    ip: 'IP address',
    line: 'Line',
    user: 'User',
  },
  people: {
    title: 'People and keys',
    search: 'Search the details',
    everyone: 'Everyone',
    shown: 'Show',
    changes: 'Changes',
    everything: 'With reads',
    empty: 'Nothing was changed yet',
    clear: 'Delete the audit log',
    clearText: 'All rows are deleted for good. One row about the deletion stays.',
  },
  program: {
    title: 'Program log',
    text: 'Lines that your program sent. The newest 10,000 are saved.',
    empty: 'Your program sent no lines yet',
    clear: 'Delete the program log',
    clearText: 'All lines are deleted for good.',
  },
};
