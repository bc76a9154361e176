import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';

/** The files of an archive with the same content, by their paths in the folder. */
const Entries = z.array(z.object({ paths: z.array(z.string()), bytes: z.number() }));

/**
 * Packs the files for which `isIncluded` is true. The bundles of the functions share most of their code, so together
 * they compress to a tenth of what they need as single files. An archive has its entries as a line of JSON, followed by
 * the contents, and is compressed with Brotli.
 */
export async function packFolder(dir: string, isIncluded: (path: string) => boolean): Promise<Buffer> {
  const pathsByContent = new Map<string, { content: Buffer; paths: string[] }>();
  for (const path of listFiles(dir).filter(isIncluded)) {
    const content = readFileSync(join(dir, path));
    const key = content.toString('latin1');
    pathsByContent.set(key, { content, paths: [...(pathsByContent.get(key)?.paths ?? []), path] });
  }
  const files = [...pathsByContent.values()];
  const entries = files.map(({ content, paths }) => ({ paths, bytes: content.length }));
  const parts = [Buffer.from(`${JSON.stringify(entries)}\n`), ...files.map(({ content }) => content)];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return promisify(brotliCompress)(Buffer.concat(parts), { params });
}

const listFiles = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort();

/** Unpacks an archive into a new folder. Files with the same content share their space on the disk. */
export async function unpackFolder(archive: Buffer, dir: string): Promise<void> {
  const data = await promisify(brotliDecompress)(archive);
  let start = data.indexOf('\n') + 1;
  for (const { paths, bytes } of Entries.parse(JSON.parse(data.toString('utf8', 0, start)))) {
    const content = data.subarray(start, start + bytes);
    start += bytes;
    const [first = '', ...copies] = paths.map((path) => join(dir, path));
    for (const path of [first, ...copies]) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(first, content);
    for (const copy of copies) linkOrWrite(first, copy, content);
  }
}

/** Some file systems have no hard links, or allow few for each file. */
function linkOrWrite(target: string, path: string, content: Buffer): void {
  try {
    linkSync(target, path);
  } catch {
    writeFileSync(path, content);
  }
}
