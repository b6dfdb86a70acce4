import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Counter } from './fixture.tsx';
import { IslandRoot } from './island.tsx';

function Named({ name }: { readonly name: string }) {
  return <p id={useId()}>{name}</p>;
}

describe('IslandRoot', () => {
  it('gives each island of a page unique ids, and does not change the ids around it', () => {
    const page = (
      <>
        <Named name="before" />
        <IslandRoot name="counter" component={Counter} props={{ start: 1 }} on="idle" />
        <Named name="between" />
        <IslandRoot name="counter" component={Counter} props={{ start: 2 }} on="idle" />
        <Named name="after" />
      </>
    );
    const html = renderToString(page);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(renderToString(page)).toBe(html);
  });

  it('escapes markup in its props', () => {
    const html = renderToString(
      <IslandRoot name="named" component={Named} props={{ name: '"><script>alert(1)</script>' }} on="idle" />,
    );
    expect(html).not.toContain('<script>');
  });
});
