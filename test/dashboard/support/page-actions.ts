import type { Page } from 'playwright-core';

export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);
export const selectOption = (page: Page, label: string, option: string | { label: string }) =>
  page.getByLabel(label, { exact: true }).selectOption(option);
export const clickButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
export const campaignIdIn = (page: Page): string => /campaigns\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** Opens the campaign through the navigation and the list, as a user does. */
export async function openCampaign(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Campaigns' })
    .click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
