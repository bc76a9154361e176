import { readFileSync, readdirSync } from 'node:fs';

interface Section {
  title: string;
  /** Paths in docs/, without `.md`. */
  pages?: readonly string[];
  /** A folder in docs/, whose pages follow in the order of their names. */
  folder?: string;
  isCollapsed?: boolean;
}

/** The navigation: the sections of the sidebar and their pages. */
export const sections: readonly Section[] = [
  {
    title: 'Guides',
    pages: [
      'index',
      'sending',
      'templates',
      'conversations',
      'agents',
      'people',
      'suppressions-and-topics',
      'unsubscribe',
      'campaigns',
      'automations',
      'webhooks',
      'sdk',
      'dashboard',
      'local',
      'testing',
      'glossary',
    ],
  },
  { title: 'Run it in AWS', pages: ['deploying', 'operating', 'admin', 'doctor', 'runbook', 'security'] },
  { title: 'Reference', folder: 'reference' },
  { title: 'Migrate', folder: 'migrate' },
  { title: 'Architecture', pages: ['architecture', 'table', 'performance'], folder: 'architecture' },
  { title: 'Decisions', folder: 'decisions', isCollapsed: true },
  { title: 'Promises', folder: 'promises', isCollapsed: true },
];

/** The Markdown files of a section, as paths in docs/. The overview of a folder comes first. */
export const pagesOf = ({ pages = [], folder }: Section): string[] => [
  ...pages.map((page) => `${page}.md`),
  ...(folder ? filesIn(folder) : []),
];

export const firstPageIn = (folder: string): string => filesIn(folder)[0] ?? folder;

function filesIn(folder: string): string[] {
  const files = readdirSync(`docs/${folder}`).filter((name) => name.endsWith('.md'));
  const isOverview = (name: string): boolean => /^(index|README)\.md$/.test(name);
  return files
    .toSorted((a, b) => Number(isOverview(b)) - Number(isOverview(a)) || (a < b ? -1 : 1))
    .map((name) => `${folder}/${name}`);
}

/** The heading of a page. */
export function titleOf(page: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(`docs/${page}`, 'utf8'))?.[1];
  if (!title) throw new Error(`docs/${page} has no heading`);
  return title.replaceAll('`', '');
}

/** The path of a page on the site. The overview of a folder is next to the folder: `reference.md`. */
export const sitePathOf = (page: string): string => page.replace(/\/(index|README)\.md$/, '.md');
