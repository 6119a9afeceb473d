/** A text file created in the browser. */
interface TextFile {
  name: string;
  type: "application/json" | "text/csv";
  text: string;
}

/** Download a text as a file in the browser. */
export function saveFile({ name, type, text }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
