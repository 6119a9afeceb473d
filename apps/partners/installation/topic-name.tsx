/** Show a topic, which wraps after its first part if it is too long. */
export function TopicName({ topic }: { topic: string }) {
  const resourceEnd = topic.indexOf("/") + 1;
  return (
    <>
      {topic.slice(0, resourceEnd)}
      <wbr />
      {topic.slice(resourceEnd)}
    </>
  );
}
