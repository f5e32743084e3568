-- Edits a file in Neovim, and writes down what the server says. Arguments by the environment.
local out = assert(io.open(vim.env.CONFORMABLE_OUT, 'w'))
local function say(text)
  out:write(text:gsub('\n', ' | '), '\n')
  out:flush()
end
local ok, failure = pcall(function()
  vim.cmd('edit ' .. vim.env.CONFORMABLE_FILE)
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({
    name = 'conformable',
    cmd = { vim.env.CONFORMABLE_BIN, 'server' },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(buffer, id)
  local function wait(wanted)
    local seen = vim.wait(60000, function() return #vim.diagnostic.get(buffer) == wanted end, 20)
    local all = vim.diagnostic.get(buffer)
    say((seen and 'findings ' or 'timeout ') .. #all)
    for _, one in ipairs(all) do
      say(('%d:%d-%d:%d %s %s'):format(one.lnum, one.col, one.end_lnum, one.end_col, one.source, one.message))
    end
  end
  local function hover(line, character)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character } }
    local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/hover', params, 60000)
    for _, answer in pairs(answers or {}) do
      local lines = vim.lsp.util.convert_input_to_markdown_lines(answer.result.contents)
      say('hover ' .. table.concat(lines, '\n'))
    end
  end
  wait(1)
  hover(3, 0)
  vim.api.nvim_buf_set_lines(buffer, 2, 3, false, { "w = np.ones((3, 4))  # é𝒙" })
  wait(0)
  hover(3, 0)
  vim.api.nvim_buf_set_text(buffer, 3, 0, 3, 0, { "s = '𝒙'; " })
  vim.api.nvim_buf_set_lines(buffer, 4, 4, false, { "'𝒙é'; w[5]" })
  wait(1)
  vim.lsp.stop_client(id)
  vim.wait(10000, function() return vim.lsp.client_is_stopped(id) end, 20)
  say(vim.lsp.client_is_stopped(id) and 'stopped' or 'still there')
end)
if not ok then say('failed ' .. tostring(failure)) end
out:close()
vim.cmd('qall!')
