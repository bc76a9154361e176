import { relative } from 'node:path';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import packageJson from '../../package.json';
import { anchorOf, rewriteLinks } from './links';
import { pagesOf, sections, sitePathOf, titleOf } from './navigation';
import earlierVersions from './versions.json';

interface Version {
  version: string;
  /** The address of the published pages of that version. */
  url: string;
}

const { version, description } = packageJson;

const linkOf = (page: string): string => `/${sitePathOf(page)}`;

const versionMenu = {
  text: version,
  items: [
    { text: `${version} (these pages)`, link: '/' },
    ...(earlierVersions satisfies Version[]).map(({ version: text, url }) => ({ text, link: url })),
  ],
};

export default defineConfig({
  title: 'Carrier Nest',
  description,
  lang: 'en-US',
  outDir: '../.build/docs',
  cacheDir: '../.build/docs-cache',
  rewrites: sitePathOf,
  themeConfig: {
    nav: [
      ...sections.map((section) => ({
        text: section.title,
        link: linkOf(pagesOf(section)[0] ?? 'index.md'),
      })),
      versionMenu,
    ],
    sidebar: sections.map((section) => ({
      text: section.title,
      collapsed: section.isCollapsed ?? false,
      items: pagesOf(section).map((page) => ({ text: titleOf(page), link: linkOf(page) })),
    })),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      const renderCode = md.renderer.rules.code_inline;
      // Without v-pre, Vue would fill in the {{placeholders}} that the pages show.
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '');
        return renderCode?.(tokens, index, ...rest) ?? '';
      };
    },
  },
  vite: {
    plugins: [
      {
        name: 'rewrite-links',
        enforce: 'pre',
        transform: (text, id) => (id.endsWith('.md') ? rewriteLinks(text, relative('docs', id)) : undefined),
      },
      // Writes llms.txt, llms-full.txt and the Markdown beside each page.
      llmstxt({ excludeIndexPage: false }),
    ],
    // The search index is larger than Vite recommends for a chunk.
    build: { chunkSizeWarningLimit: 5_000 },
  },
});
