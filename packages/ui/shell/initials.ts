/** Return one or two initials of a person, from the name or the email address. */
export function getInitials(name: string): string {
  const words = (name.split("@")[0] ?? name).split(/[\s._-]+/).filter((word) => word !== "");
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words;
  return initialWords.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase("en") ?? "").join("");
}
