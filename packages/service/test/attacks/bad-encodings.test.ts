// Attack without any key: bodies of many invalid texts, whose decoding would block the service.
import { afterEach, expect, test, vi } from 'vitest';
import { startTestService } from '../support/service.ts';

afterEach(() => void vi.restoreAllMocks());

test.each(['/api/1.3/', '/api/seller/'])('%s decodes few of 16 000 invalid names', async (path) => {
  const service = await startTestService();
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const post = async (body: string) => {
    decode.mockClear();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
    return { text: await answer.text(), calls: decode.mock.calls.length };
  };
  const flood = await post('%FF&'.repeat(16_000));
  expect(flood.text).toContain('UTF-8');
  expect(flood.calls).toBeLessThan(1000);
  // Control: a single one is decoded and refused in the same way.
  const one = await post('%FF');
  expect(one.text).toContain('UTF-8');
  expect(one.calls).toBeGreaterThan(0);
  await service.close();
});
