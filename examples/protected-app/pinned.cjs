// Which service this program believes. Fill it in before you give the program to anybody: whoever starts it writes the loader's
// line, and could name a service of their own with a key of its own. What is written here cannot be changed from outside.
'use strict';

/**
 * As in loader.config.json; `publicKeys` are the service's keys, up to three (the next one while it is being changed). `baseUrl` may
 * be null, for a service that moves: only its keys decide then. null: this copy believes whoever starts it, and says so. Right for
 * trying things out, and for nothing else.
 */
const pinned = null;
// const pinned = {
//   baseUrl: 'https://licenses.example.com',
//   name: 'My App',
//   ownerid: 'abcde12345',
//   publicKeys: ['<64 hex characters>'],
// };

module.exports = { pinned };
