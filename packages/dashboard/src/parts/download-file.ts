/** Gives the bytes to whoever looks, as a file on their disk. */
export function downloadFile(filename: string, content: Uint8Array): void {
  // A blob refuses only memory that is shared with a worker, and this memory is not.
  const url = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>]));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
