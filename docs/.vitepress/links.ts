import { posix } from 'node:path';
import { firstPageIn, sitePathOf } from './navigation';

/** Code, or a link, but not an image. */
const codeOrLink =
  /^ *```.*?^ *```$|(?<!!)\[(?<label>(?:`[^`\n]*`|[^[\]`])*)\]\((?<target>[^)\s]+)\)|`[^`\n]*`/gms;

/**
 * Adapts the links of a page to the site, where some pages have another path and files outside docs/ are missing. A link
 * to such a file leads to the repository, or becomes text if the repository has no URL.
 */
export const rewriteLinks = (markdown: string, page: string, repositoryUrl?: string): string =>
  markdown.replace(codeOrLink, (match: string, ...rest: unknown[]) => {
    const { label, target } = rest.at(-1) as { label?: string; target?: string };
    if (label === undefined || target === undefined || /^([a-z]+:|#|\/)/.test(target)) return match;
    const [path = '', hash = ''] = target.split(/(?=#)/);
    const file = posix.join(posix.dirname(page), path);
    if (file.startsWith('../')) return sourceLink(label, file.slice('../'.length), hash, repositoryUrl);
    const sitePath = posix.relative(posix.dirname(sitePathOf(page)), siteFileOf(file));
    return `[${label}](${sitePath}${hash})`;
  });

function sourceLink(label: string, file: string, hash: string, repositoryUrl?: string): string {
  // GitHub redirects to the tree if the path is a folder.
  if (repositoryUrl) return `[${label}](${repositoryUrl}/blob/HEAD/${file}${hash})`;
  const isPath = file.endsWith(label.replaceAll('`', ''));
  return isPath ? `\`${file}\`` : `${label} (\`${file}\`)`;
}

/** GitHub shows the files of a folder; the site shows its first page. */
const siteFileOf = (file: string): string => sitePathOf(posix.extname(file) ? file : firstPageIn(file));

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
