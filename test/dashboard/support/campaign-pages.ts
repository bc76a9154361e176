import type { Page } from 'playwright-core';

export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);
export const choose = (page: Page, label: string, says: string | { label: string }) =>
  page.getByLabel(label, { exact: true }).selectOption(says);
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const idIn = (page: Page): string => /campaigns\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** Back to it by the list, as a person would go. */
export async function backTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Campaigns' })
    .click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
