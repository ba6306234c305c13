// The commands of what a brand's users see of each other. What the configuration did not turn on is refused here too.
import { type Handlers } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import { communityEveryMs, readCommunity, type CommunityParts } from './flows/community.ts';
import { createPacedReading, type PacedReadingParts } from './flows/paced-reading.ts';

export type Readings = ReturnType<typeof createReadings>;

/** What is read for as long as somebody looks. */
export function createReadings(core: CommunityParts & PacedReadingParts) {
  const community = createPacedReading(core, {
    everyMs: communityEveryMs,
    read: (turn) => readCommunity(core, turn),
  });
  return {
    community,
    giveWay(): void {
      community.giveWay();
    },
    stop(): void {
      community.stop();
    },
  };
}

export function createCommunityHandlers(
  { config, failures }: Pick<CommunityParts, 'config' | 'failures'>,
  readings: Readings,
): Pick<Handlers, 'readCommunity' | 'stopReading'> {
  const { online, stats } = config.community;
  return {
    readCommunity: () =>
      online || stats ? readings.community.next() : fail(failures.make({ code: 'cancelled' })),
    stopReading({ what }) {
      readings[what].stop();
      return ok(null);
    },
  };
}
