/** A file that the page made, with its content type. */
interface MadeFile {
  name: string;
  type: "application/json" | "text/csv";
  text: string;
}

/** Save a text as a file by the browser. */
export function saveFile({ name, type, text }: MadeFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
