// An example of a protected app: it takes the loader's line from standard input, asks the service itself whether the
// session is real, and shows a secret that only a signed-in session gets. Core modules only, Node 20 or newer.
// It must not trust anything but a verified answer, and never print the session id.
'use strict';
const { Refused } = require('./refused.cjs');
const { Service } = require('./service.cjs');
const { readOptions, readLine, believe } = require('./input.cjs');
const { checkPass } = require('./offline.cjs');
const { pinned } = require('./pinned.cjs');

/** Exit codes beside the one that --exit-code asks for. */
const exitCodes = { arguments: 1, line: 2, unreachable: 3, unverified: 4, refused: 5, defect: 6 };

async function main() {
  const options = readOptions(process.argv.slice(2));
  const line = await readLine(process.stdin);
  const believed = believe(line, pinned);
  const service = new Service(believed);
  if (pinned === null)
    console.log('Nothing is pinned in this copy: it believes whoever starts it (pinned.cjs).');
  if (!service.signed)
    console.log('This service does not sign its answers: they are not verified.');

  try {
    await useService(service);
  } catch (error) {
    // Only silence lets the pass decide, never a refusal or an answer that is not verified.
    const isSilent = error instanceof Refused && error.kind === 'unreachable';
    if (!isSilent || believed.offline === undefined) throw error;
    usePass(believed);
  }

  // What the user chose in the loader, wherever that was. One that is missing could not be read: then your own last one counts.
  for (const [name, value] of Object.entries(line.options || {}))
    console.log(`Option ${name}: ${value}`);

  setTimeout(() => process.exit(options.exitCode), options.seconds * 1000);
}

/** What is paid for comes from the service, and only for a signed-in session. */
async function useService(service) {
  const session = await service.ask('check');
  const who = session.info && session.info.username;
  console.log(who ? `Signed in as ${who}.` : 'Signed in.');
  console.log('The service has checked this session.');
  const secret = await service.ask('var', { varid: 'secret' });
  console.log(`The secret: ${secret.message}`);
}

/** Offline, the program works with what it has stored. */
function usePass(line) {
  const { pass, fault } = checkPass(line.offline, line);
  if (pass === undefined) throw new Refused('refused', passTexts[fault]);
  const until = new Date(pass.until * 1000).toLocaleString();
  console.log(`Offline as ${pass.username} until ${until}.`);
}

const passTexts = {
  invalid: 'The offline pass is not valid. Go online and start this program again.',
  expired: 'Offline use has ended. Go online and start this program again.',
  'clock-behind': "This computer's clock is wrong. Set it, or go online.",
};

main().catch((error) => {
  // Only our own refusals have words for the user; the text of any other error might hold an address with its query.
  const known = error instanceof Refused;
  console.error(known ? error.message : 'Something in this program went wrong.');
  process.exitCode = known ? exitCodes[error.kind] : exitCodes.defect;
});
