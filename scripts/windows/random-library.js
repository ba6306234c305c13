// Makes bcryptprimitives.dll with its function ProcessPrng. Wine 8 lacks it, and every program of Go
// and Rust needs it, among them the native parts of Vite. Tests only: it returns bytes of RDRAND.

const name = 'bcryptprimitives.dll';
const exported = 'ProcessPrng';

/** The address of the only section, relative to the image. Its alignment is one page. */
const sectionAddress = 0x1000;
/** The size of the headers and of the section in the file. */
const blockSize = 0x200;

/** `BOOL ProcessPrng(PBYTE data, SIZE_T length)`: data is in rcx, length in rdx. */
const code = Buffer.from(
  [
    '4885d2', // test rdx, rdx
    '740f', // je done
    '0fc7f0', // next: rdrand eax
    '73fb', // jnc next
    '8801', // mov [rcx], al
    '48ffc1', // inc rcx
    '48ffca', // dec rdx
    'ebec', // jmp to the start
    'b801000000', // done: mov eax, 1
    'c3', // ret
  ].join(''),
  'hex',
);
const codeSize = 64;
const directorySize = 40;

/** The PE/COFF image for x64, as in Microsoft's specification of the format. */
export function randomLibrary() {
  const image = Buffer.alloc(2 * blockSize);
  const exportsSize = writeSection(image.subarray(blockSize));
  writeHeaders(image, exportsSize);
  return { name, image };
}

/**
 * Writes the code and the export table. Returns the size of the table.
 * @param {Buffer} section
 */
function writeSection(section) {
  code.copy(section);
  const directory = codeSize;
  const functions = directory + directorySize;
  const names = functions + 4;
  const ordinals = names + 4;
  const libraryName = ordinals + 4;
  const functionName = libraryName + name.length + 1;
  section.writeUInt32LE(sectionAddress + libraryName, directory + 12);
  section.writeUInt32LE(1, directory + 16); // first ordinal
  section.writeUInt32LE(1, directory + 20); // number of functions
  section.writeUInt32LE(1, directory + 24); // number of names
  section.writeUInt32LE(sectionAddress + functions, directory + 28);
  section.writeUInt32LE(sectionAddress + names, directory + 32);
  section.writeUInt32LE(sectionAddress + ordinals, directory + 36);
  section.writeUInt32LE(sectionAddress, functions);
  section.writeUInt32LE(sectionAddress + functionName, names);
  section.write(name, libraryName, 'latin1');
  section.write(exported, functionName, 'latin1');
  return functionName + exported.length + 1 - directory;
}

/**
 * @param {Buffer} image
 * @param {number} exportsSize
 */
function writeHeaders(image, exportsSize) {
  const signature = 64;
  image.write('MZ', 0, 'latin1');
  image.writeUInt32LE(signature, 60);
  image.write('PE\0\0', signature, 'latin1');

  const file = signature + 4;
  const optionalSize = 240;
  image.writeUInt16LE(0x8664, file); // x64
  image.writeUInt16LE(1, file + 2); // sections
  image.writeUInt16LE(optionalSize, file + 16);
  image.writeUInt16LE(0x2022, file + 18); // a library, large addresses

  const optional = file + 20;
  image.writeUInt16LE(0x20b, optional); // 64 bits
  image.writeUInt32LE(blockSize, optional + 4); // code
  image.writeUInt32LE(sectionAddress, optional + 20);
  image.writeBigUInt64LE(0x1_9000_0000n, optional + 24); // preferred address
  image.writeUInt32LE(0x1000, optional + 32); // alignment in memory
  image.writeUInt32LE(blockSize, optional + 36); // alignment in the file
  image.writeUInt16LE(6, optional + 40); // version of the system
  image.writeUInt16LE(6, optional + 48); // version of the subsystem
  image.writeUInt32LE(0x2000, optional + 56); // size of the image
  image.writeUInt32LE(blockSize, optional + 60); // size of the headers
  image.writeUInt16LE(2, optional + 68); // subsystem
  image.writeUInt16LE(0x160, optional + 70); // relocatable, no executable data
  for (const [at, size] of [0x10_0000, 0x1000, 0x10_0000, 0x1000].entries())
    image.writeBigUInt64LE(BigInt(size), optional + 72 + 8 * at); // stack and heap
  image.writeUInt32LE(16, optional + 108); // directories, of which the first one is the exports
  image.writeUInt32LE(sectionAddress + codeSize, optional + 112);
  image.writeUInt32LE(exportsSize, optional + 116);

  const section = optional + optionalSize;
  image.write('.text', section, 'latin1');
  image.writeUInt32LE(blockSize, section + 8);
  image.writeUInt32LE(sectionAddress, section + 12);
  image.writeUInt32LE(blockSize, section + 16);
  image.writeUInt32LE(blockSize, section + 20);
  image.writeUInt32LE(0x6000_0020, section + 36); // code, executable, readable
}
