import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** What the button that empties it says. */
  clear: string;
  /** The words that the address asks for. */
  query: string;
  /** Asks for other words. While one search is being typed it replaces itself, so that it is one step of the history. */
  onAsk: (words: string, how: { replace: boolean }) => void;
}

/** The words that are searched for. The list follows what is typed. */
export function SearchBox({ label, placeholder, clear, query, onAsk }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const asked = useRef(query);
  // Back and forward change the address; what is being typed stays.
  useEffect(() => {
    if (query !== asked.current) setText(query);
    asked.current = query;
  }, [query]);
  const askSoon = useDebouncedCallback((words: string) => {
    if (words === asked.current) return;
    const replace = asked.current !== "" && words !== "";
    asked.current = words;
    onAsk(words, { replace });
  }, 300);
  const type = (typed: string) => {
    setText(typed);
    askSoon(typed.trim());
  };
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      maxLength={255}
      flex={1}
      miw={{ base: "100%", xs: 220 }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === "" ? null : <CloseButton aria-label={clear} onClick={() => type("")} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") askSoon.flush();
      }}
    />
  );
}
