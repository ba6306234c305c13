// Packs the program's folder into a tar.gz file with tar, because electron-builder would download a
// packer.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * Packs `output`/linux-unpacked as one folder with the name of the file. Equal folders give equal
 * files. Returns the path of the file.
 */
export function makeArchive(
  output: string,
  { executable, version }: { readonly executable: string; readonly version: string },
): string {
  const name = `${executable}-${version}-linux-${process.arch}`;
  const file = path.join(output, `${name}.tar.gz`);
  const time = process.env['SOURCE_DATE_EPOCH'] ?? '0';
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  execFileSync(
    'tar',
    [
      ...['--create', '--gzip', '--file', file, '--sort=name', `--mtime=@${time}`, ...owner],
      // Only the name of the top folder changes, not the targets of links.
      ...[`--transform=s,^linux-unpacked,${name},S`, '--directory', output, 'linux-unpacked'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return file;
}
