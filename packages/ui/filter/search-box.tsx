import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The label of the button that clears it. */
  clear: string;
  /** The search text in the address. */
  query: string;
  /**
   * Search for another text. While one search is being typed it replaces itself, so that it is one history
   * entry.
   */
  onSearch: (words: string, how: { replace: boolean }) => void;
}

/** Show the search box. The list follows while the person types. */
export function SearchBox({ label, placeholder, clear, query, onSearch: onAsk }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const searchedText = useRef(query);
  // Back and forward change the address; what is being typed stays.
  useEffect(() => {
    if (query !== searchedText.current) setText(query);
    searchedText.current = query;
  }, [query]);
  const searchSoon = useDebouncedCallback((words: string) => {
    if (words === searchedText.current) return;
    const replace = searchedText.current !== "" && words !== "";
    searchedText.current = words;
    onAsk(words, { replace });
  }, 300);
  const type = (typed: string) => {
    setText(typed);
    searchSoon(typed.trim());
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
        if (event.key === "Enter") searchSoon.flush();
      }}
    />
  );
}
