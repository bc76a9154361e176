import { basePath } from './urls';

/** Whether the server now serves another version of the dashboard. */
export async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const response = await fetch(`${basePath}/`, { cache: 'no-store' }).catch(() => undefined);
  if (!script || !response?.ok) return false;
  return !(await response.text()).includes(script);
}
