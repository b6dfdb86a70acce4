import { OEMBED_FORMATS, oembedUrl } from './oembed-request.ts';

const OEMBED_TYPES = { json: 'application/json+oembed', xml: 'text/xml+oembed' } as const;

interface OEmbedLinksProps {
  readonly siteUrl: string;
  readonly slug: string;
  readonly title: string;
}

/** The links by which other sites find the oEmbed responses of an article. */
export function OEmbedLinks({ siteUrl, slug, title }: OEmbedLinksProps) {
  return OEMBED_FORMATS.map((format) => (
    <link
      key={format}
      rel="alternate"
      type={OEMBED_TYPES[format]}
      title={title}
      href={oembedUrl(siteUrl, slug, format)}
    />
  ));
}
