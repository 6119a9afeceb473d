/** Return one or two initials of a person: from the first and the last name, or from the email address. */
export function getInitials(name: string): string {
  const words = (name.split("@")[0] ?? name).split(/[\s._-]+/).filter((word) => word !== "");
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase("en") ?? "").join("");
}
