// Saves a file that the page made, or one of the service.

export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  saveFrom(url, fileName);
  URL.revokeObjectURL(url);
}

/** A refusal of the service leaves the page open. */
export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
