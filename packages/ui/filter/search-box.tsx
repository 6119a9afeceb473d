import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The label of the button that clears the box. */
  clear: string;
  /** The search text in the URL. */
  query: string;
  /**
   * Called with a new search text. If it continues an earlier search text, `replace` is true, so that typing one text adds
   * only one history entry. If a search begins or the box is cleared, `replace` is false.
   */
  onSearch: (text: string, options: { replace: boolean }) => void;
}

/** The search begins when nothing has been typed for this time. */
const searchDelayMs = 300;

/** Show the search box. It searches while the person types. */
export function SearchBox({ label, placeholder, clear, query, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const searchedText = useRef(query);
  // After Back or Forward, the box shows the search text of the URL. A search from this box does not overwrite newer typed text.
  useEffect(() => {
    if (query !== searchedText.current) setText(query);
    searchedText.current = query;
  }, [query]);
  const searchSoon = useDebouncedCallback((words: string) => {
    if (words === searchedText.current) return;
    const replace = searchedText.current !== "" && words !== "";
    searchedText.current = words;
    onSearch(words, { replace });
  }, searchDelayMs);
  const changeText = (newText: string) => {
    setText(newText);
    searchSoon(newText.trim());
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
      rightSection={text === "" ? null : <CloseButton aria-label={clear} onClick={() => changeText("")} />}
      value={text}
      onChange={(event) => changeText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") searchSoon.flush();
      }}
    />
  );
}
