// A reason to stop that has words for the user and an exit code of its own.
'use strict';

class Refused extends Error {
  constructor(kind, message) {
    super(message);
    this.name = 'Refused';
    this.kind = kind;
  }
}

module.exports = { Refused };
