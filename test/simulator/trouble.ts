// What the world does to the product: crashes, disks, clocks and outages of the network.
import { redeemAtWire, redeemAsGuest, type Buyer } from './buyers.ts';
import { disk } from './patch-io.ts';
import type { Actions, World } from './people.ts';
import { scheduler } from './processes.ts';
import type { Stream } from './random.ts';

export interface Trouble {
  readonly world: World;
  readonly buyers: readonly Buyer[];
}

const kindOf = (random: Stream) => random.pick(['process', 'power'] as const);

function outage({ world, buyers }: Trouble, random: Stream): void {
  const { name } = random.pick(buyers);
  const kind = random.pick(['offline', 'captive portal'] as const);
  const seconds = 20 + random.int(600);
  world.history.note(name, `is behind "${kind}" for ${seconds} s`, 'fault');
  world.network.outages.set(name, kind);
  scheduler.after(seconds * 1_000_000, () => world.network.outages.delete(name));
}

/** Sets a fault of the disk for a while. */
function spoil({ world }: Trouble, random: Stream, words: string, set: (on: boolean) => void) {
  set(true);
  const seconds = 1 + random.int(20);
  world.history.note('disk', `${words} for ${seconds} s`, 'fault');
  scheduler.after(seconds * 1_000_000, () => set(false));
}

/** All buyers redeem the same key at the same moment, and so does a guest. */
function raceForKey({ world, buyers }: Trouble, random: Stream): void {
  const key = world.model.stock.shift();
  if (key === undefined) return;
  const step = random.int(1_000_000);
  for (const buyer of buyers) void buyer.do(step, () => redeemAtWire(buyer, key));
  const [first] = buyers;
  if (first !== undefined) void redeemAsGuest(first, `guest-${step}`, key);
}

export const troubleActions: Actions<Trouble> = {
  crash: {
    weight: 4,
    run: ({ world }, random) => world.service.crash(kindOf(random), 'at any time'),
  },
  'crash at an acknowledgement': {
    weight: 4,
    run: ({ world }, random) => void (world.network.acknowledgementsToCrash = 1 + random.int(4)),
  },
  'crash at a write': {
    weight: 4,
    run: ({ world }, random) =>
      world.service.crashAtWrite(
        1 + random.int(12),
        random.pick(['before', 'after']),
        kindOf(random),
      ),
  },
  'move the clock of the service': {
    weight: 0.8,
    run({ world }, random) {
      world.model.clockJumped = true;
      world.service.moveClock(random.pick([-3_600_000, 40_000, 7_200_000]));
    },
  },
  outage: { weight: 3, run: outage },
  'fill the disk': {
    weight: 0.5,
    run: (trouble, random) => spoil(trouble, random, 'is full', (on) => void (disk.isFull = on)),
  },
  'let syncs fail': {
    weight: 1,
    run: (trouble, random) =>
      spoil(trouble, random, 'fails to sync', (on) => {
        disk.failingSyncs = on ? 0.5 : 0;
        if (!on && random.chance(0.5)) trouble.world.service.crash('power', 'after EIO', 'exactly');
      }),
  },
  'race for a key': { weight: 3, run: raceForKey },
};
