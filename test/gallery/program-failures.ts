// The failures of the managed program: most are shown in the card of the failed task.
import { failureOf } from '../screens/samples.ts';
import { plain, type FailureTable } from './failure-table.ts';

export const programFailures = {
  'program-missing': plain(failureOf({ code: 'program-missing' }), 'launch'),
  'program-damaged': plain(failureOf({ code: 'program-damaged' }), 'launch'),
  'program-outdated': plain(failureOf({ code: 'program-outdated', version: '2.5' }), 'launch'),
  'program-withdrawn': plain(failureOf({ code: 'program-withdrawn' }), 'task'),
  'program-not-genuine': plain(failureOf({ code: 'program-not-genuine' }), 'task'),
  'program-older': plain(failureOf({ code: 'program-older' }), 'task'),
  'disk-full': [
    {
      failure: failureOf({
        code: 'disk-full',
        neededBytes: 126_000_000,
        freeBytes: 48_000_000,
      }),
      at: ['task'],
    },
    {
      failure: failureOf({ code: 'disk-full', neededBytes: 126_000_000, freeBytes: 0 }),
      at: ['task'],
    },
  ],
  'folder-read-only': plain(
    failureOf({ code: 'folder-read-only', folder: '/media/disk/Northwind Studio' }),
    'task',
  ),
  'folder-gone': plain(
    failureOf({ code: 'folder-gone', folder: '/media/disk/Northwind Studio' }),
    'task',
  ),
  'folder-not-empty': plain(
    failureOf({ code: 'folder-not-empty', folder: '/media/disk/Northwind Studio' }),
    'task',
  ),
  'folder-unsafe': [
    ...(['link', 'no-folder', 'owner', 'writable', 'unknown'] as const).map((cause) => ({
      failure: failureOf({ code: 'folder-unsafe', folder: 'D:\\Games', cause, canAccept: false }),
      at: ['task', 'launch'] as const,
    })),
    ...(['writable', 'no-lists', 'unknown'] as const).map((cause) => ({
      failure: failureOf({ code: 'folder-unsafe', folder: 'D:\\Games', cause, canAccept: true }),
      at: ['task', 'launch'] as const,
    })),
  ],
  'folder-too-deep': plain(
    failureOf({ code: 'folder-too-deep', folder: `D:\\${'Programs\\'.repeat(26)}Northwind` }),
    'task',
  ),
  'file-unmovable': plain(failureOf({ code: 'file-unmovable', file: 'saves/latest' }), 'task'),
  'file-in-use': [
    {
      failure: failureOf({ code: 'file-in-use', file: 'bin/studio.dll', program: 'Northwind' }),
      at: ['task'],
    },
    {
      failure: failureOf({ code: 'file-in-use', file: 'bin/studio.dll', program: null }),
      at: ['task', 'launch'],
    },
  ],
  'file-removed': plain(failureOf({ code: 'file-removed', file: 'bin/studio.dll' }), 'task'),
  'other-loader': plain(failureOf({ code: 'other-loader', processId: 4312 }), 'task'),
} as const satisfies Partial<FailureTable>;
