import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileLinks, repositoryLink, repositoryUrl } from '../../docs/.vitepress/links';

/** Copies the pages that messages of the commands name, such as docs/runbook.md. */
export function copyPages(outDir: string): void {
  mkdirSync(outDir);
  const names = readdirSync('docs').filter((file) => file.endsWith('.md'));
  const packedFiles = new Set(names.map((name) => `docs/${name}`));
  for (const name of names)
    writeFileSync(
      join(outDir, name),
      keepPackedLinks(readFileSync(join('docs', name), 'utf8'), `docs/${name}`, packedFiles),
    );
}

/** A link to a file that the package lacks leads to the repository, or becomes text if the repository has no URL. */
export const keepPackedLinks = (
  markdown: string,
  page: string,
  packedFiles: ReadonlySet<string>,
  url = repositoryUrl,
): string =>
  replaceFileLinks(markdown, page, (link) => {
    if (packedFiles.has(link.file)) return link.source;
    return url ? repositoryLink(link, url) : link.label;
  });
