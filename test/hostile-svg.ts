/**
 * A red circle in an SVG that contains every known way to run a script or to load something, except those for which an
 * upload is rejected.
 */
export const HOSTILE_SVG = `<?xml version="1.0"?>
<?xml-stylesheet href="https://x.example/a.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10" onload="window.pwned = 1; alert(1)">
  <script>window.pwned = 2</script>
  <script href="https://x.example/a.js"/>
  <script xlink:href="data:text/javascript,window.pwned=3"/>
  <h:script xmlns:h="http://www.w3.org/1999/xhtml">window.pwned = 4</h:script>
  <h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x" onerror="window.pwned = 5"/>
  <h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="javascript:parent.pwned=6"/>
  <style>@import url("https://x.example/a.css"); .a { fill: #c00; background: url(https://x.example/a.png) }
    @font-face { font-family: a; src: url(https://x.example/a.woff2) }
    @media (prefers-color-scheme: dark) { .a { fill: #f66; mask: url(https://x.example/m.svg#m) } }</style>
  <style><![CDATA[/* </style><script>window.pwned = 7</script> */]]></style>
  <animate attributeName="href" values="javascript:window.pwned=8" begin="0s"/>
  <set attributeName="onclick" to="window.pwned = 9"/>
  <filter id="f"><feImage xlink:href="https://x.example/a.png"/></filter>
  <use href="https://x.example/a.svg#b"/>
  <pattern id="p"><path d="M0 0h1v1z" fill="ref(#p )" mask="ref(#p" clip-path="ref(#%70)"/></pattern>
  <use xlink:href="data:image/svg+xml;base64,PHN2ZyBpZD0nYScgeG1sbnM9J2h0dHA6Ly93d3cudzMub3JnLzIwMDAvc3ZnJz48c2NyaXB0PnB3bmVkPTE8L3NjcmlwdD48L3N2Zz4=#a"/>
  <a href="javascript:window.pwned=10" target="_top" onclick="window.pwned = 11" onfocus="window.pwned = 12">
    <circle class="a" cx="10" cy="5" r="4" filter="url(#f)" onmouseover="window.pwned = 13" style="cursor: url(https://x.example/a.cur)">
      <animate attributeName="cx" onbegin="window.pwned = 14" begin="0s" to="9" dur="1s"/>
    </circle>
  </a>
</svg>`;
