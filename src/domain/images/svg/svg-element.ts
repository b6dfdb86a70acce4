/** An allowed element of an uploaded SVG. */
export interface SvgElement {
  readonly name: string;
  /** Without namespaces; `xlink:href` is `href`. Not yet checked. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SvgElement[];
}

export interface ParsedSvg {
  readonly root: SvgElement;
  /** The texts of all style elements, one after the other. */
  readonly styleSheet: string;
}
