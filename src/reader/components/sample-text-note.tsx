/** Says that the text of a section is a sample, so that nobody takes it for a fact about the publication. */
export function SampleTextNote() {
  return <p className="text-sm text-muted">Sample text, until the newsroom writes its own.</p>;
}
