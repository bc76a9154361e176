import type { Page } from 'playwright-core';

export const buildCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'));

export const header = ['Email Address', 'First Name', 'Tags', 'Plan', 'Seats'];

export const csvRow = (index: number): string[] => [
  `person${index}@example.com`,
  `Zoë “${index}”\nthe ${index}th`,
  index % 2 === 0 ? 'VIP, early bird' : '',
  index % 3 === 0 ? 'pro' : 'free',
  String(index % 100),
];

export const csvRows = (count: number, firstIndex = 0): string[][] =>
  Array.from({ length: count }, (_one, index) => csvRow(firstIndex + index));

/** Selects the file on the import page and continues. */
export async function uploadCsv(
  page: Page,
  name: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: buildCsv([header, ...rows]) });
  await page.getByRole('button', { name: 'Continue' }).click();
}

export const waitForImport = (page: Page, heading: string): Promise<void> =>
  page.getByRole('heading', { name: heading }).waitFor();

/** Defines a number property on the properties page. */
export async function defineNumberProperty(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Define property' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('Type', { exact: true }).selectOption('number');
  await page.getByRole('button', { name: 'Save property' }).click();
  await page.getByRole('rowheader', { name }).waitFor();
}
