"use client";

const style = {
  font: "16px/1.6 system-ui, sans-serif",
  margin: "20vh auto",
  maxWidth: "32rem",
  padding: "0 1.5rem",
  colorScheme: "light dark",
};

/** The page's frame failed: words and styles cannot be counted on, so both languages stand here. */
export default function GlobalError({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body style={style}>
        <title>Sextant</title>
        <h1>This page broke · 页面出错了</h1>
        <p>Nothing that was saved is lost. Try again; if it stays broken, see the server&apos;s log.</p>
        <p lang="zh">已保存的内容都还在。请重试；如果仍然不行，请查看服务器日志。</p>
        <button type="button" onClick={retry}>
          Try again · 重试
        </button>
      </body>
    </html>
  );
}
