/** A topic, which breaks after its first part where it is too long. */
export function TopicName({ topic }: { topic: string }) {
  const border = topic.indexOf("/") + 1;
  return (
    <>
      {topic.slice(0, border)}
      <wbr />
      {topic.slice(border)}
    </>
  );
}
