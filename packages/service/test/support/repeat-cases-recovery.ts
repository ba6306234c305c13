// Test cases of repeated requests that make or use recovery codes.
import { enableTwoFactor, offeredCode, signInUser, wrongCode } from './repeat-cases-signing-in.ts';
import { type RepeatCase, type World } from './repeat-world.ts';
import { sellerOf } from './seller-client.ts';
import { hwid } from './service-client.ts';

export const recoveryCodes: readonly RepeatCase[] = [
  {
    what: '2faenable with a code and recovery codes',
    reason: null,
    async prepare(world) {
      await allowRecovery(world);
      const sessionid = await signInUser(world);
      const code = await offeredCode(world, sessionid);
      return { type: '2faenable', sessionid, code, recovery: '1' };
    },
  },
  {
    what: 'newrecoverycodes that offers',
    reason: null,
    async prepare(world) {
      await allowRecovery(world);
      const { password: pass } = world.user;
      return { type: 'newrecoverycodes', pass, ...(await enableTwoFactor(world)) };
    },
  },
  {
    what: 'newrecoverycodes with a wrong code',
    reason: 'bad-code',
    async prepare(world) {
      await allowRecovery(world);
      const { sessionid, code } = await enableTwoFactor(world);
      const { password: pass } = world.user;
      return { type: 'newrecoverycodes', sessionid, pass, code: wrongCode(code) };
    },
  },
  {
    what: 'newrecoverycodes that confirms',
    reason: null,
    async prepare(world) {
      const { sessionid, codes } = await offeredCodes(world);
      return { type: 'newrecoverycodes', sessionid, confirm: codes[0] ?? '' };
    },
  },
  {
    what: 'login with a recovery code',
    reason: null,
    async prepare(world) {
      const { sessionid, codes } = await offeredCodes(world);
      const [code = ''] = codes;
      await world.wire.send({ type: 'newrecoverycodes', sessionid, confirm: code });
      const { username, password: pass } = world.user;
      return { type: 'login', sessionid: await world.wire.init(), username, pass, hwid, code };
    },
  },
];

async function allowRecovery({ wire }: World): Promise<void> {
  await sellerOf(wire.service)('updatesettings', { recoverycodes: '1' });
}

async function offeredCodes(world: World) {
  await allowRecovery(world);
  const { sessionid, code } = await enableTwoFactor(world);
  const { password: pass } = world.user;
  const offer = { type: 'newrecoverycodes', sessionid, pass, code };
  const { body } = await world.wire.send(offer);
  return { sessionid, codes: body['codes'] as readonly string[] }; // as its schema says
}
