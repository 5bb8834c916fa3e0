"use strict";
// Shows the evidence of a page on demand. Texts become text nodes and nothing else; see page_data.h for the data.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = (number) => data.texts[number || 0];
  const object = (kind, row) =>
    row === null ? null : Object.fromEntries(data.columns[kind].map((name, i) => [name, row[i]]));
  const ROWS = 200; // that a table shows at once
  const MOST_RANKS = 1000000; // that a list of members may claim

  // What makes the page.

  function element(tag, properties, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
      if (name === "class") made.className = value;
      else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null && child !== ""));
    return made;
  }
  const section = (id) => document.getElementById(id);

  // A table that shows its first rows and more of them when asked; cells(item) gives texts or elements.
  function table(heads, items, cells, opens) {
    const body = element("tbody");
    const rest = element("p", { class: "faint" });
    let shown = 0;
    function more() {
      for (const item of items.slice(shown, shown + ROWS)) {
        const row = element("tr", {}, ...cells(item).map((cell) => element("td", {}, cell)));
        if (opens) {
          let evidence = null;
          const open = () => {
            if (evidence) {
              evidence.remove();
              evidence = null;
            } else {
              evidence = element("tr", {}, element("td", { class: "evidence", colspan: String(heads.length) }, opens(item)));
              row.after(evidence);
            }
            row.setAttribute("aria-expanded", String(evidence !== null));
          };
          row.className = "opens";
          row.tabIndex = 0;
          row.addEventListener("click", open);
          row.addEventListener("keydown", (event) => {
            if (event.key === "Enter") open();
          });
        }
        body.append(row);
      }
      shown = Math.min(shown + ROWS, items.length);
      rest.replaceChildren(`${shown} of ${items.length} `);
      if (shown < items.length) rest.append(element("button", { type: "button", onclick: more }, "Show more"));
    }
    more();
    const head = element("thead", {}, element("tr", {}, ...heads.map((name) => element("th", {}, name))));
    return element("div", { class: "scroll" }, element("table", {}, head, body), rest);
  }

  // Filled when it is opened for the first time.
  function opening(summary, fill) {
    const details = element("details", {}, element("summary", {}, ...summary));
    let filled = false;
    details.addEventListener("toggle", () => {
      if (details.open && !filled) details.append(...fill());
      filled = filled || details.open;
    });
    return details;
  }

  // Names of things.

  const jobs = [...new Set(data.ranks.map((row) => row[0]))].sort((a, b) => a - b);
  const jobText = (job) => (jobs.length > 1 ? ` of job ${jobs.indexOf(job) + 1}` : "");
  const ranks = data.ranks.map((row, index) => {
    const rank = object("rank", row);
    rank.index = index;
    rank.name = (rank.rank < 0 ? "?" : String(rank.rank)) + jobText(rank.job);
    return rank;
  });
  const peerText = (rank, peer) =>
    peer === null ? "any" : Array.isArray(peer) ? `${peer[1]} of another job` : String(peer);

  function runsText(numbers) {
    const parts = [];
    for (let i = 0; i < numbers.length; ) {
      let end = i + 1;
      while (end < numbers.length && numbers[end] === numbers[end - 1] + 1) ++end;
      parts.push(end - i > 1 ? `${numbers[i]}-${numbers[end - 1]}` : String(numbers[i]));
      i = end;
    }
    return parts.length > 40 ? `${parts.slice(0, 40).join(",")},... (${numbers.length})` : parts.join(",");
  }
  // "ranks 0,2-63": of indices.
  function ranksText(indices) {
    const byJob = new Map();
    for (const index of indices) {
      const { job, rank } = ranks[index];
      if (!byJob.has(job)) byJob.set(job, []);
      byJob.get(job).push(rank);
    }
    return [...byJob]
      .map(([job, numbers]) => {
        const sorted = [...new Set(numbers)].sort((a, b) => a - b);
        return (sorted.length === 1 ? "rank " : "ranks ") + runsText(sorted) + jobText(job);
      })
      .join(" and ");
  }

  const fileName = (path) => path.slice(path.lastIndexOf("/") + 1);
  function siteText(number) {
    if (!number) return "";
    const site = object("site", data.sites[number]);
    const place = site.file ? ` (${fileName(text(site.file))}:${site.line})` : "";
    if (site.function) return text(site.function) + place;
    return site.module ? `${fileName(text(site.module))}+${site.offset || "0x0"}` : "";
  }
  function communicatorText(number) {
    if (number < 0) return "unknown communicator";
    const communicator = object("global", data.communicators[number]);
    return text(communicator.name) || (communicator.context < 0 ? "unnamed" : `context ${communicator.context}`);
  }
  function collectiveText(collective) {
    const parts = [text(collective.name) || "a collective"];
    if (collective.root !== null) parts.push(`root ${collective.root}`);
    if (collective.sequence !== null) parts.push(`number ${collective.sequence}`);
    if (collective.op) parts.push(text(collective.op));
    if (collective.count !== null) parts.push(`${collective.count} x ${text(collective.datatype) || "?"}`);
    return parts.join(", ");
  }
  const threadsOf = (rank) => rank.threads.map((row) => object("thread", row));
  // The thread that says most about a rank: one that waits, else the first.
  const thread0 = (rank) => {
    const threads = threadsOf(rank);
    return threads.find((thread) => thread.wait) || threads[0] || null;
  };
  const callText = (thread) =>
    thread ? [text(thread.call), siteText(thread.site)].filter((part) => part).join(" at ") : "";

  // Words of a search, all of which have to be there; "rank=3" as a whole word.
  const matcher = (words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter((word) => word);
    return (line) => wanted.every((word) => line.includes(/^\w+=/.test(word) ? ` ${word} ` : word));
  };
  function searched(host, name, makeTable, ...others) {
    const place = element("div");
    const input = element("input", { type: "search", placeholder: name === "ranks" ? "Search: words, rank=3" : "Search: words, rank=3, tag=7", "aria-label": `Search ${name}` });
    let timer = 0;
    const show = () => place.replaceChildren(makeTable(matcher(input.value)));
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, 120);
    });
    host.append(element("div", { class: "filters" }, input, ...others), place);
    show();
    return { show, input };
  }

  // Every rank's evidence.

  let onlyRanks = null; // indices, of a node of the graph
  const rankLine = (rank) => {
    if (rank.line === undefined) {
      const parts = [`rank=${rank.rank} ${rank.name}`, text(rank.state), text(rank.activity), text(rank.host), String(rank.pid), text(rank.target)];
      for (const thread of threadsOf(rank)) parts.push(callText(thread), text(thread.wait));
      rank.line = ` ${parts.join(" ").toLowerCase()} `;
    }
    return rank.line;
  };
  const findingText = (number) => {
    const finding = object("finding", data.findings[number]);
    return element("span", { class: finding.can_never_go_on ? "mark" : "open" },
      (text(finding.proof) === "suspected" ? "suspected: " : "") + text(finding.kind));
  };
  function facts(pairs) {
    const rows = pairs.filter(([, value]) => value !== "" && value !== null);
    return element("table", {}, ...rows.map(([name, value]) => element("tr", {}, element("th", {}, name), element("td", {}, value))));
  }
  const operationHeads = ["Kind", "Peer", "Tag", "Communicator", "Bytes", "Data", "Facts", "Request"];
  const known = (number) => (number < 0 ? "" : String(number));
  function operationCells(rank, operation) {
    const datatype = text(operation.datatype);
    return [
      text(operation.kind), peerText(rank, operation.peer), operation.tag === null ? "any" : String(operation.tag),
      communicatorText(operation.communicator),
      operation.bytes_done > 0 ? `${operation.bytes_done} of ${known(operation.bytes)}` : known(operation.bytes),
      operation.count < 0 ? datatype : `${operation.count} x ${datatype || "?"}`, text(operation.facts), operation.request || "",
    ];
  }
  function evidence(rank) {
    const place = element("div");
    place.append(
      facts([
        ["State", `${text(rank.state)}; ${text(rank.activity)}`], ["Problem", text(rank.problem)],
        ["Process", `${rank.pid > 0 ? `pid ${rank.pid}` : ""} ${text(rank.host)}`.trim()], ["Program", text(rank.program)],
        ["Target", text(rank.target)], ["Evidence", text(rank.facts)],
      ]),
    );
    for (const thread of threadsOf(rank)) {
      place.append(
        element("h3", {}, `Thread ${thread.tid || ""} ${text(thread.activity)}`),
        facts([
          ["Call", text(thread.call)], ["Waits for", text(thread.wait)], ["Not known", text(thread.why_unknown)],
          ["Collective", thread.collective ? collectiveText(object("collective", thread.collective)) : ""],
          ["Stack", element("div", { class: "place" }, ...data.paths[thread.path].map((site) => element("div", {}, siteText(site))))],
        ]),
      );
    }
    const list = (name, kind, rows, heads, cells) => {
      if (!rows.length) return;
      place.append(element("h3", {}, name), table(heads, rows.map((row) => object(kind, row)), cells));
    };
    list("Messages and requests", "operation", rank.operations, operationHeads, (item) => operationCells(rank, item));
    list("Nonblocking collectives", "schedule", rank.schedules, ["Collective", "Communicator", "Round", "Waits for"], (item) => {
      const collective = object("collective", item.collective);
      return [collectiveText(collective), communicatorText(collective.communicator), `${item.round} of ${item.rounds}`, text(item.wait)];
    });
    list("Communicators", "communicator", rank.communicators, ["Communicator", "Handle", "Collectives entered"], (item) => [
      communicatorText(item.index), item.handle || "", item.collectives === null ? "" : String(item.collectives),
    ]);
    list("Messages counted", "channel", rank.channels, ["Communicator", "Peer", "Sent", "Taken", "Early"], (item) => [
      communicatorText(item.communicator), peerText(rank, item.peer), String(item.sent), String(item.taken), String(item.early),
    ]);
    if (rank.left_out) place.append(element("p", { class: "problem" }, `${rank.left_out} more items are not in this page.`));
    return place;
  }
  const rankHost = section("ranks");
  const choice = element("span");
  const rankSearch = searched(
    rankHost, "ranks",
    (matches) => {
      const chosen = ranks.filter((rank) => (!onlyRanks || onlyRanks.has(rank.index)) && matches(rankLine(rank)));
      return table(
        ["Rank", "Finding", "State", "Call", "Waits for", "Process"], chosen,
        (rank) => {
          const thread = thread0(rank);
          return [
            rank.name, rank.finding < 0 ? "" : findingText(rank.finding), text(rank.state), callText(thread),
            (thread && text(thread.wait)) || text(rank.activity), rank.pid > 0 ? `${rank.pid} ${text(rank.host)}` : text(rank.host),
          ];
        },
        evidence,
      );
    },
    choice,
  );
  function chooseNode(number) {
    const node = object("node", data.nodes[number]);
    onlyRanks = new Set(indices(node.processes));
    const all = () => {
      onlyRanks = null;
      choice.replaceChildren();
      rankSearch.show();
    };
    choice.replaceChildren(`Only ${text(node.ranks)} `, element("button", { type: "button", onclick: all }, "All ranks"));
    rankSearch.input.value = "";
    rankSearch.show();
    rankHost.scrollIntoView();
  }
  document.querySelectorAll("#graph .node").forEach((node) => {
    const number = Number(node.id.replace("node", ""));
    if (number in data.nodes) node.addEventListener("click", () => chooseNode(number));
  });

  // Messages and requests of all ranks.

  let operations = null;
  const kinds = element("select", { "aria-label": "Kind" }, element("option", { value: "" }, "All kinds"));
  const queueSearch = searched(
    section("queues"), "messages",
    (matches) => {
      if (!operations) {
        operations = ranks.flatMap((rank) => rank.operations.map((row) => ({ rank, ...object("operation", row) })));
        for (const kind of new Set(operations.map((operation) => text(operation.kind))))
          kinds.append(element("option", { value: kind }, kind));
      }
      const line = (operation) =>
        (operation.line ??= ` rank=${operation.rank.rank} tag=${operation.tag ?? "any"} peer=${peerText(operation.rank, operation.peer)} ${operationCells(operation.rank, operation).join(" ")} `.toLowerCase());
      const chosen = operations.filter((operation) => (!kinds.value || text(operation.kind) === kinds.value) && matches(line(operation)));
      return table(["Rank", ...operationHeads], chosen, (operation) => [operation.rank.name, ...operationCells(operation.rank, operation)]);
    },
    kinds,
  );
  kinds.addEventListener("change", queueSearch.show);

  // Collectives: who is in which collective of a communicator, and what the others do.

  const indices = (runs) => runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  function rollCalls() {
    const calls = data.communicators.map((row, number) => ({ number, row: object("global", row), has: [], roll: null }));
    for (const row of data.rolls) {
      const roll = object("roll", row);
      calls[roll.communicator].roll = roll;
    }
    for (const rank of ranks) for (const [number] of rank.communicators) if (number >= 0) calls[number].has.push(rank.index);
    return calls;
  }
  function members(group) {
    const found = [];
    let total = 0;
    for (const row of data.groups[group]) {
      const run = object("run", row);
      total += run.count;
      for (let i = 0; i < run.count && found.length < MOST_RANKS; ++i) found.push([run.job, run.first + i * run.stride]);
    }
    return { found, total };
  }
  const insideOf = (call) => (call.roll ? call.roll.groups.reduce((sum, [, runs]) => sum + indices(runs).length, 0) : 0);
  function rollCallOf(call) {
    const rows = [];
    for (const [collective, runs] of call.roll ? call.roll.groups : [])
      rows.push([`in ${collectiveText(object("collective", collective))}`, ranksText(indices(runs))]);
    for (const [name, runs] of call.roll ? call.roll.traced : [])
      rows.push([element("span", { class: "open" }, `seem to be in ${text(name)}, by the tags of their messages`), ranksText(indices(runs))]);
    if (call.roll && call.roll.hidden.length)
      rows.push([element("span", { class: "open" }, "cannot be seen"), ranksText(indices(call.roll.hidden))]);
    const notAwaited = new Set(call.roll ? indices(call.roll.not_awaited) : []); // they may have left it
    const others = new Map(); // what they do -> indices
    for (const index of call.roll ? indices(call.roll.absent) : call.has) {
      const what = callText(thread0(ranks[index])) || text(ranks[index].activity);
      const name = !call.roll ? what : notAwaited.has(index) ? `not in it, and not waited for: ${what}` : `not in it: ${what}`;
      if (!others.has(name)) others.set(name, []);
      others.get(name).push(index);
    }
    for (const [name, outside] of [...others].sort((a, b) => a[1].length - b[1].length))
      rows.push([element("span", { class: call.roll && !notAwaited.has(outside[0]) ? "mark" : "" }, name), ranksText(outside)]);
    const seen = new Set(ranks.map((rank) => `${rank.job}:${rank.rank}`));
    const absent = [call.row.members, call.row.remote].flatMap((group) => members(group).found).filter(([job, rank]) => !seen.has(`${job}:${rank}`));
    if (absent.length) {
      const numbers = absent.map(([, rank]) => rank).sort((a, b) => a - b);
      rows.push([element("span", { class: "open" }, "were not looked at"), `ranks ${runsText(numbers)}`]);
    }
    return [table(["What", "Ranks"], rows, (row) => row)];
  }
  {
    const host = section("roll");
    const isOfOne = (call) => !call.roll && members(call.row.members).total + members(call.row.remote).total === 1; // MPI_COMM_SELF
    const calls = rollCalls().filter((call) => !isOfOne(call)).sort((a, b) => (b.roll ? 1 : 0) - (a.roll ? 1 : 0) || b.has.length - a.has.length || a.number - b.number);
    calls.slice(0, 1000).forEach((call, i) => {
      const size = members(call.row.members).total + members(call.row.remote).total;
      const inside = call.roll ? `${insideOf(call)} in a collective` : "nobody waits in a collective";
      const details = opening(
        [element("b", {}, communicatorText(call.number)), ` ${size ? `${size} members, ` : ""}${call.has.length} seen with it, ${inside}`],
        () => rollCallOf(call),
      );
      host.append(details);
      if (i === 0) details.open = true;
    });
    if (calls.length > 1000) host.append(element("p", { class: "problem" }, `${calls.length - 1000} more communicators are not shown.`));
  }

  // The merged stacks. A chain of functions that the same ranks are in opens at once.

  const isMain = (number) => number > 0 && text(object("site", data.sites[number]).function) === "main";
  function stackTree() {
    const root = { inner: new Map(), ranks: new Set() };
    for (const rank of ranks) {
      for (const thread of threadsOf(rank)) {
        const sites = data.paths[thread.path];
        const places = sites.slice(Math.max(sites.findIndex(isMain), 0)).map(siteText);
        if (thread.call) places.push(text(thread.call));
        let node = root;
        for (const place of places) {
          if (!node.inner.has(place)) node.inner.set(place, { inner: new Map(), ranks: new Set() });
          node = node.inner.get(place);
          node.ranks.add(rank.index);
        }
      }
    }
    return root;
  }
  function stackNodes(node) {
    return [...node.inner]
      .sort((a, b) => a[1].ranks.size - b[1].ranks.size)
      .map(([place, inner]) => {
        const summary = [place || "?", element("span", { class: "faint" }, `  ${ranksText(inner.ranks)}`)];
        if (!inner.inner.size) return element("div", { class: "leaf" }, ...summary);
        const details = opening(summary, () => stackNodes(inner));
        if (node.inner.size === 1 || node.ranks.size === 0) details.open = true;
        return details;
      });
  }
  {
    const nodes = stackNodes(stackTree());
    const place = element("div", { class: "tree" }, ...nodes);
    const openAll = () => {
      let closed = [...place.querySelectorAll("details:not([open])")].slice(0, 500);
      const step = () => {
        for (const details of closed) details.open = true;
        closed = [...place.querySelectorAll("details:not([open])")];
        if (closed.length && place.querySelectorAll("details").length < 2000) setTimeout(step, 20);
      };
      step();
    };
    section("stacks").append(
      nodes.length ? element("div", { class: "filters" }, element("button", { type: "button", id: "open-stacks", onclick: openAll }, "Open all")) : "",
      nodes.length ? place : element("p", {}, "No stack could be read."),
    );
  }

  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  document.documentElement.dataset.ready = "1";
})();
