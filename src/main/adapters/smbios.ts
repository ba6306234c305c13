// Finds the UUID of the computer in its SMBIOS tables (DMTF DSP0134, 7.2).

/** Header that Windows puts before the tables: method, version, revision, length (winbase.h). */
const headerLength = 8;
const systemInformation = 1;
const uuidOffset = 8;
const uuidLength = 16;

/** `data` begins with the header of Windows. Returns '' if the tables contain no UUID. */
export function systemUuidOf(data: Buffer): string {
  const tables = data.subarray(headerLength);
  let at = 0;
  while (at + 2 <= tables.length) {
    const [type, length = 0] = tables.subarray(at, at + 2);
    if (length < 4 || at + length > tables.length) return '';
    if (type === systemInformation)
      return length < uuidOffset + uuidLength ? '' : uuidAt(tables.subarray(at + uuidOffset));
    // Two zero bytes end the strings of a structure.
    const end = tables.indexOf('\0\0', at + length, 'latin1');
    if (end === -1) return '';
    at = end + 2;
  }
  return '';
}

/** The first three fields are little-endian, as in Windows and since SMBIOS 2.6. */
function uuidAt(bytes: Buffer): string {
  const number = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return [
    number(bytes.readUInt32LE(0), 8),
    number(bytes.readUInt16LE(4), 4),
    number(bytes.readUInt16LE(6), 4),
    bytes.toString('hex', 8, 10),
    bytes.toString('hex', 10, 16),
  ].join('-');
}
