import type { Article } from "./articles";
import { escapeHtml } from "./wiki-search";

/** An article inside the frame that MediaWiki 1.39 with its Vector skin puts around it. */
export function renderArticle(article: Article, id: number, url: string): string {
  return renderPage(article.title, renderText(article), {
    url,
    id,
    language: article.language ?? (/\p{Script=Han}/u.test(article.title) ? "zh" : "en"),
  });
}

/** The page that MediaWiki shows, with status 404, for a title that nobody wrote about. */
export function renderMissing(title: string, url: string): string {
  const body = `<div class="noarticletext mw-content-ltr" dir="ltr" lang="en"><p>There is currently no text in this page. You can <a href="/index.php/Special:Search/${encodeURIComponent(title)}">search for this page title</a> in other pages.</p></div>`;
  return renderPage(title, body, { url, id: 0, language: "en" });
}

type Frame = { url: string; id: number; language: string };

function renderPage(title: string, body: string, { url, id, language }: Frame): string {
  const name = escapeHtml(title);
  const path = encodeURIComponent(title.replaceAll(" ", "_"));
  return `<!DOCTYPE html>
<html class="client-nojs" lang="${language}" dir="ltr">
<head>
<meta charset="UTF-8"/>
<title>${name} - TestWiki</title>
<script>document.documentElement.className="client-js";RLCONF={"wgPageName":"${name}","wgArticleId":${id},"wgIsArticle":true,"wgAction":"view"};RLSTATE={"site.styles":"ready"};</script>
<link rel="stylesheet" href="/load.php?lang=en&amp;modules=skins.vector.styles.legacy&amp;only=styles&amp;skin=vector"/>
<meta name="generator" content="MediaWiki 1.39.17"/>
<meta name="viewport" content="width=1000"/>
<link rel="EditURI" type="application/rsd+xml" href="${url}/api.php?action=rsd"/>
</head>
<body class="mediawiki ltr sitedir-ltr ns-0 ns-subject mw-editable skin-vector action-view skin-vector-legacy"><div id="mw-page-base" class="noprint"></div>
<div id="mw-head-base" class="noprint"></div>
<div id="content" class="mw-body" role="main">
	<a id="top"></a>
	<div id="siteNotice"></div>
	<h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">${name}</span></h1>
	<div id="bodyContent" class="vector-body">
		<div id="siteSub" class="noprint">From TestWiki</div>
		<div id="contentSub"></div>
		<div id="jump-to-nav"></div>
		<a class="mw-jump-link" href="#mw-head">Jump to navigation</a>
		<a class="mw-jump-link" href="#searchInput">Jump to search</a>
		<div id="mw-content-text" class="mw-body-content mw-content-ltr" lang="${language}" dir="ltr"><div class="mw-parser-output">${body}
<!-- 
NewPP limit report
Cached time: 20260101000000
-->
</div>
<div class="printfooter" data-nosnippet="">Retrieved from "<a dir="ltr" href="${url}/index.php?title=${path}&amp;oldid=${id}">${url}/index.php?title=${path}&amp;oldid=${id}</a>"</div></div>
		<div id="catlinks" class="catlinks catlinks-allhidden" data-mw="interface"></div>
	</div>
</div>

${renderNavigation(path)}
<footer id="footer" class="mw-footer" role="contentinfo" >
	<ul id="footer-info"><li id="footer-info-lastmod"> This page was last edited on 1 January 2026, at 00:00.</li></ul>
	<ul id="footer-places">
	<li id="footer-places-privacy"><a href="/index.php/TestWiki:Privacy_policy">Privacy policy</a></li>
	<li id="footer-places-about"><a href="/index.php/TestWiki:About">About TestWiki</a></li>
	<li id="footer-places-disclaimer"><a href="/index.php/TestWiki:General_disclaimer">Disclaimers</a></li>
	</ul>
</footer>
</body>
</html>`;
}

function renderNavigation(path: string): string {
  const menu = (
    id: string,
    heading: string,
    items: [id: string, href: string, text: string][],
  ) => `<nav id="${id}" class="vector-menu mw-portlet mw-portlet-${id.slice(2)}" aria-labelledby="${id}-label" role="navigation"  >
	<h3 id="${id}-label" class="vector-menu-heading "><span class="vector-menu-heading-label">${heading}</span></h3>
	<div class="vector-menu-content">
		<ul class="vector-menu-content-list">${items.map(([itemId, href, text]) => `<li id="${itemId}" class="mw-list-item"><a href="${href}"><span>${text}</span></a></li>`).join("")}</ul>
	</div>
</nav>`;
  return `<div id="mw-navigation">
	<h2>Navigation menu</h2>
	<div id="mw-head">
${menu("p-personal", "Personal tools", [
  ["pt-createaccount", "/index.php?title=Special:CreateAccount", "Create account"],
  ["pt-login", "/index.php?title=Special:UserLogin", "Log in"],
])}
${menu("p-namespaces", "Namespaces", [
  ["ca-nstab-main", `/index.php/${path}`, "Page"],
  ["ca-talk", `/index.php?title=Talk:${path}&amp;action=edit&amp;redlink=1`, "Discussion"],
])}
	</div>
	<div id="mw-panel">
${menu("p-navigation", "Navigation", [
  ["n-mainpage-description", "/index.php/Main_Page", "Main page"],
  ["n-randompage", "/index.php/Special:Random", "Random page"],
])}
${menu("p-tb", "Tools", [
  ["t-whatlinkshere", `/index.php/Special:WhatLinksHere/${path}`, "What links here"],
  ["t-print", "javascript:print();", "Printable version"],
])}
	</div>
</div>
`;
}

function renderText({ text, title }: Article): string {
  const path = encodeURIComponent(title.replaceAll(" ", "_"));
  let section = 0;
  const blocks = text.split(/\n{2,}/).map((block) => {
    const heading = /^## (.+)$/.exec(block.trim())?.[1];
    if (heading === undefined) return `<p>${escapeHtml(block.trim())}\n</p>`;
    section += 1;
    const name = escapeHtml(heading);
    return `<h2><span class="mw-headline" id="${name.replaceAll(" ", "_")}">${name}</span><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/index.php?title=${path}&amp;action=edit&amp;section=${section}" title="Edit section: ${name}">edit</a><span class="mw-editsection-bracket">]</span></span></h2>`;
  });
  return blocks.join("\n");
}
