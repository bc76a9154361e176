import { posix } from 'node:path';
import packageJson from '../../package.json';
import { firstPageIn, sitePathOf } from './navigation';

const { repository }: typeof packageJson & { repository?: { url: string } } = packageJson;

/** The URL of the repository, if package.json has one. */
export const repositoryUrl = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** A link or an image whose target is a file of the repository. */
export interface FileLink {
  /** The link as the page has it. */
  source: string;
  label: string;
  /** The path in the repository. */
  file: string;
  /** The anchor with its `#`, or empty. */
  hash: string;
  isImage: boolean;
}

/** Code, a link or an image. */
const codeOrLink =
  /^ *```.*?^ *```$|(?<image>!?)\[(?<label>(?:`[^`\n]*`|[^[\]`])*)\]\((?<target>[^)\s]+)\)|`[^`\n]*`/gms;

/** Replaces the links of a page to files. `page` is the path of the page in the repository. */
export const replaceFileLinks = (
  markdown: string,
  page: string,
  replace: (link: FileLink) => string,
): string =>
  markdown.replace(codeOrLink, (source: string, ...rest: unknown[]) => {
    const { image, label, target } = rest.at(-1) as { image?: string; label?: string; target?: string };
    if (label === undefined || target === undefined || /^([a-z]+:|#|\/)/.test(target)) return source;
    const [path = '', hash = ''] = target.split(/(?=#)/);
    const file = posix.join(posix.dirname(page), path);
    return replace({ source, label, file, hash, isImage: image === '!' });
  });

/** The link to the file in the repository. GitHub redirects to the tree if the file is a folder. */
export const repositoryLink = ({ label, file, hash, isImage }: FileLink, url: string): string =>
  isImage ? `![${label}](${url}/raw/HEAD/${file})` : `[${label}](${url}/blob/HEAD/${file}${hash})`;

/**
 * Adapts the links of a page to the site, where some pages have another path and files outside docs/ are missing. A link
 * to such a file leads to the repository, or becomes text if the repository has no URL.
 */
export const rewriteLinks = (markdown: string, page: string, url = repositoryUrl): string =>
  replaceFileLinks(markdown, `docs/${page}`, (link) => {
    if (link.isImage) return link.source;
    if (!link.file.startsWith('docs/')) return url ? repositoryLink(link, url) : nameFile(link);
    const siteFile = siteFileOf(link.file.slice('docs/'.length));
    return `[${link.label}](${posix.relative(posix.dirname(sitePathOf(page)), siteFile)}${link.hash})`;
  });

function nameFile({ label, file }: FileLink): string {
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
