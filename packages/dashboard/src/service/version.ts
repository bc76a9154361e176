import { basePath } from './urls';

/** The URL of the script of this version, which contains its hash. */
export const versionOf = (page: Document): string =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Whether the server now serves another version of the dashboard than the page has. */
export async function isReplaced(page: Document): Promise<boolean> {
  const response = await fetch(`${basePath}/`, { cache: 'no-store' }).catch(() => undefined);
  return response?.ok === true && !(await response.text()).includes(versionOf(page));
}
