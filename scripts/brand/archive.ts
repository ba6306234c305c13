// Packs a folder into a tar.gz file with tar, because electron-builder would download a packer.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * Packs `output`/linux-unpacked as one folder with the name of the file. Returns the path of the
 * file.
 */
export function makeArchive(
  output: string,
  { executable, version }: { readonly executable: string; readonly version: string },
): string {
  const file = path.join(output, `${executable}-${version}-linux-${process.arch}.tar.gz`);
  packFolder(path.join(output, 'linux-unpacked'), file);
  return file;
}

/** Packs `folder` as one folder with the name of the file. Equal folders give equal files. */
export function packFolder(folder: string, file: string): void {
  const [from, to] = [path.basename(folder), path.basename(file, '.tar.gz')];
  const time = process.env['SOURCE_DATE_EPOCH'] ?? '0';
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  execFileSync(
    'tar',
    [
      ...['--create', '--gzip', '--file', file, '--sort=name', `--mtime=@${time}`, ...owner],
      // Only the name of the top folder changes, not the targets of links.
      ...[`--transform=s,^${from},${to},S`, '--directory', path.dirname(folder), from],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}
