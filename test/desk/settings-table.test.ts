// The table of the settings page against the schema: every setting is on the page, with the bounds
// that the service accepts.
import { expect, test } from 'vitest';
import { customTextSettings, settingsApi } from '@latchkey/protocol/seller/settings.ts';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import {
  convert,
  isNumberRisky,
  naturalUnit,
  numberSettings,
} from '../../packages/desk/src/pages/settings/numbers.ts';
import { leftOutSettings } from '../../packages/desk/src/pages/settings/setting-names.ts';
import { settingGroups, type Entry } from '../../packages/desk/src/pages/settings/table.ts';
import {
  newestOf,
  versionsIn,
  withNewVersion,
  withVersion,
} from '../../packages/desk/src/pages/settings/application/version-list.ts';

const { shape } = settingsApi.updatesettings.request;
const entries: readonly Entry[] = Object.values(settingGroups).flatMap(({ entries }) => [
  ...entries,
]);
const languages = { english, german };

test('shows every setting of the schema once, but the ones left out on purpose', () => {
  const shown = [...entries.map(({ name }) => name), ...Object.keys(customTextSettings)];
  expect([...shown, ...leftOutSettings].toSorted()).toEqual(Object.keys(shape).toSorted());
});

test('shows each setting with the control of its kind', () => {
  for (const { kind, name } of entries) {
    const field = shape[name];
    if (kind === 'flag') expect(field.parse('1'), name).toBe(1);
    if (kind === 'number') expect(Object.keys(numberSettings)).toContain(name);
    if (kind === 'link') expect(field.safeParse('http://example.com').success, name).toBe(false);
  }
});

test('offers the numbers that the service accepts', () => {
  for (const [name, { min, max }] of Object.entries(numberSettings)) {
    const field = Object.entries(shape).find(([one]) => one === name)?.[1];
    const accepts = (value: number) => field?.safeParse(String(value)).success;
    expect([min - 1, min, max, max + 1].map(accepts), name).toEqual([false, true, true, false]);
  }
});

test('offers the choices that the service accepts', () => {
  for (const { settings } of Object.values(languages))
    for (const [name, { options }] of Object.entries(settings.choices)) {
      const field = Object.entries(shape).find(([one]) => one === name)?.[1];
      for (const option of Object.keys(options))
        expect(field?.safeParse(option).success, `${name}=${option}`).toBe(true);
    }
});

test('has different sentences for each state of a setting', () => {
  for (const { settings } of Object.values(languages))
    for (const [name, { on, off }] of Object.entries(settings.flags))
      expect(on, name).not.toBe(off);
});

test('shows a value in its largest whole unit', () => {
  expect(naturalUnit(86_400, 'second')).toBe('day');
  expect(naturalUnit(5400, 'second')).toBe('minute');
  expect(naturalUnit(90, 'second')).toBe('second');
  expect(naturalUnit(72, 'hour')).toBe('day');
  expect(naturalUnit(0, 'hour')).toBe('hour');
  expect(convert(3, 'day', 'hour')).toBe(72);
});

test('warns of fewer days and of longer device ids only', () => {
  const { logdays, minhwid, resets } = numberSettings;
  expect(isNumberRisky(logdays, 0, 365)).toBe(true);
  expect(isNumberRisky(logdays, 365, 30)).toBe(true);
  expect(isNumberRisky(logdays, 30, 365)).toBe(false);
  expect(isNumberRisky(logdays, 30, 0)).toBe(false);
  expect(isNumberRisky(logdays, 30, 30)).toBe(false);
  expect(isNumberRisky(minhwid, 20, 64)).toBe(true);
  expect(isNumberRisky(minhwid, 20, 10)).toBe(false);
  expect(isNumberRisky(resets, 2, 0)).toBe(false);
});

test('changes one version and keeps all others', () => {
  const versions = versionsIn('1.0@2027-01-31, 1.1, 2.0@2028-02-29');
  expect(newestOf(versions)?.version).toBe('1.1');
  expect(withVersion(versions, '1.1', null)).toBe('1.0@2027-01-31,2.0@2028-02-29');
  expect(withVersion(versions, '1.1', '1.1@2027-05-01')).toBe(
    '1.0@2027-01-31,1.1@2027-05-01,2.0@2028-02-29',
  );
  expect(withNewVersion(versions, '3', '')).toBe('1.0@2027-01-31,1.1,2.0@2028-02-29,3');
  for (const wrong of ['', '1.1', '3,4', '3@2027-01-01', 'x'.repeat(51)])
    expect(withNewVersion(versions, wrong, ''), wrong).toBeNull();
});
