import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Clipboard HTML of word processors and spreadsheets. That of LibreOffice was written by LibreOffice 7.4, which has the same
 * HTML filters for the clipboard and for files; that of the others is reduced to the peculiarities of each.
 */
const read = (file: string) => readFileSync(join(import.meta.dirname, 'clipboards', file), 'utf8');

export const WRITER = read('writer.html');

export const WRITER_CLEANED =
  '<h1>Harbour dues</h1>' +
  '<p><strong>Bold</strong>, <em>italic</em> and <span data-ink="red">red</span> in Mombasa, 4 km<sup>2</sup>.</p>' +
  '<ul><li><p>One</p><ul><li><p>One, deeper</p></li></ul></li><li><p>Two</p></li></ul>' +
  '<h2>Two steps</h2><p style="text-align:center">Between</p>' +
  '<ol><li><p>First step</p></li><li><p>Second step</p></li></ol>' +
  '<blockquote><p>Said somebody.</p></blockquote>' +
  '<p>The <a href="https://x.example/">end</a></p>' +
  '<p>Port | Dues</p><p>Lamu | 5.4</p>';

const WORD_ITEM = (text: string, marker: string, level = 1, first = 'Middle') => `
<p class=MsoListParagraphCxSp${first} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span
style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>${text}<o:p></o:p></p>`;

export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt; font-family:"Calibri",sans-serif;} --></style>
</head><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Harbour dues<o:p></o:p></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b>, <i>italic</i> and <span
style='color:#C00000'>red</span> in <st1:place w:st="on">Mombasa</st1:place><a style='mso-comment-reference:AL_1;mso-comment-date:20250105T1200'
href="#_msocom_1">[AL1]</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${WORD_ITEM('One', '·', 1, 'First')}
${WORD_ITEM('One, deeper', 'o', 2)}
${WORD_ITEM('Two', '·', 1, 'Last')}
<p class=MsoNormal style='text-align:center'>Between<o:p></o:p></p>
${WORD_ITEM('First step', '1.', 1, 'First')}
${WORD_ITEM('Second step', '2.', 1, 'Last')}
<p class=MsoQuote>Said somebody.<o:p></o:p></p>
<p class=MsoNormal><img width=602 height=339 src="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="Picture_x0020_1"></p>
<p class=MsoNormal><span style='mso-spacerun:yes'>  </span>The <a href="https://x.example/"><span style='color:#0563C1'>end</span></a><o:p></o:p></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Is that so?</p></div></div>
<!--EndFragment--></body></html>`;

export const WORD_CLEANED =
  '<h1>Harbour dues</h1>' +
  '<p><strong>Bold</strong>, <em>italic</em> and <span data-ink="red">red</span> in Mombasa.</p>' +
  '<ul><li><p>One</p><ul><li><p>One, deeper</p></li></ul></li><li><p>Two</p></li></ul>' +
  '<p style="text-align:center">Between</p>' +
  '<ol><li><p>First step</p></li><li><p>Second step</p></li></ol>' +
  '<blockquote><p>Said somebody.</p></blockquote>' +
  '<p>The <a href="https://x.example/">end</a></p>';

const RUN =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;';
const LINE = 'line-height:1.38;margin-top:0pt;margin-bottom:0pt;';

export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5f7a2f0c-7fff-2a45-8b0e-0f1c3d5e7a9b"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;">Tides</span></h2><p dir="ltr" style="${LINE}"><span style="${RUN}">Plain, </span><span style="${RUN.replace('400', '700')}">bold</span><span style="${RUN}">, </span><span style="${RUN.replace('font-style:normal', 'font-style:italic')}">italic</span><span style="${RUN}">, </span><span style="${RUN.replace('text-decoration:none', 'text-decoration:line-through')}">gone</span><span style="${RUN}"> and </span><span style="${RUN.replace('background-color:transparent', 'background-color:#ffff00')}">marked</span><span style="${RUN}">. </span><a href="https://x.example/" style="text-decoration:none;"><span style="${RUN.replace('#000000', '#1155cc').replace('text-decoration:none', 'text-decoration:underline')}">Link</span></a></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;${RUN}" aria-level="1"><p dir="ltr" style="${LINE}" role="presentation"><span style="${RUN}">One</span></p></li><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;${RUN}" aria-level="2"><p dir="ltr" style="${LINE}" role="presentation"><span style="${RUN}">One, deeper</span></p></li></ul><li dir="ltr" style="list-style-type:disc;${RUN}" aria-level="1"><p dir="ltr" style="${LINE}" role="presentation"><span style="${RUN}">Two</span></p></li></ul><p dir="ltr" style="${LINE}text-align:right;"><span style="${RUN}">The end</span></p></b><br class="Apple-interchange-newline">`;

export const GOOGLE_DOCS_CLEANED =
  '<h2>Tides</h2>' +
  '<p>Plain, <strong>bold</strong>, <em>italic</em>, <s>gone</s> and <span data-tint="yellow">marked</span>. ' +
  '<a href="https://x.example/">Link</a></p>' +
  '<ul><li><p>One</p><ul><li><p>One, deeper</p></li></ul></li><li><p>Two</p></li></ul>' +
  '<p style="text-align:right">The end</p>';

/** Excel writes the fragment comments inside the table, merged cells, empty columns and styles of another document. */
export const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<link id=Main-File rel=Main-File href="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip.htm">
<style><!--table {mso-displayed-decimal-separator:"\\."; mso-displayed-thousand-separator:"\\,";}
.xl65 {font-weight:700; mso-number-format:"0\\.0";} --></style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'>
<!--StartFragment-->
 <col width=64 span=3 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td colspan=2 height=20 class=xl65 width=128 style='height:15.0pt;width:96pt'>Growth in percent</td>
  <td class=xl65 width=64 style='width:48pt'><span style='mso-spacerun:yes'> </span>2025</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>Kenya</td>
  <td align=right>5.4</td>
  <td align=right x:num="4.8999999999999995" style='border-left:none'>4.9</td>
 </tr>
 <tr height=20 style='mso-height-source:userset;height:15.0pt'>
  <td height=20 style='height:15.0pt'>C&ocirc;te d'Ivoire</td>
  <td align=right>6.5</td>
  <td></td>
 </tr>
<!--EndFragment-->
</table>
</body>
</html>`;

export const EXCEL_CLEANED =
  "<p>Growth in percent | 2025</p><p>Kenya | 5.4 | 4.9</p><p>Côte d'Ivoire | 6.5 |</p>";

/** LibreOffice Calc uses attributes instead of styles. */
export const CALC = read('calc.html');

export const CALC_CLEANED = '<p>Port | Dues</p><p>Kenya | 5.4</p><p>Lamu | 3,1</p>';

export const HOSTILE =
  '<p>a<img src="javascript:alert(1)"><a href="javascript:alert(1)">b</a>' +
  '<a href="ftp://x.example/">c</a></p><script>alert(1)</script><iframe src="https://x.example/"></iframe>' +
  '<p style="position:fixed;color:expression(alert(1))">d</p>';
